/** Returns the props of a dialog that stays open while a request is pending, to show its result. */
export function keepOpenWhile(isPending: boolean, onClose: () => void) {
  return {
    onClose: isPending ? () => {} : onClose,
    closeButtonProps: { 'aria-label': 'Close', disabled: isPending },
  }
}
