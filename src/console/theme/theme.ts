import {
  ComboboxEmpty,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { announceList } from './announced-list'

/** The color of links, focus and primary actions. */
const signal: MantineColorsTuple = [
  '#eef4fb',
  '#d9e6f4',
  '#b3cce8',
  '#89b0db',
  '#6597d0',
  '#4d88c9',
  '#3d7bc0',
  '#2c66a6',
  '#205690',
  '#12467c',
]
/** The color of production and of irreversible actions. */
const danger: MantineColorsTuple = [
  '#fff0ec',
  '#ffded6',
  '#fcb9a9',
  '#f99279',
  '#f7714f',
  '#f65c35',
  '#e64a22',
  '#c23a16',
  '#a83110',
  '#8a2509',
]
/** The color of warnings: near a limit, overridden, unsaved. */
const caution: MantineColorsTuple = [
  '#fff8e1',
  '#ffefcb',
  '#ffdd98',
  '#ffca61',
  '#ffba35',
  '#ffb018',
  '#e39900',
  '#9a6700',
  '#7d5300',
  '#5f3f00',
]

/** The dark scheme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#dfe5ec',
  '#b8c2cd',
  '#98a5b3',
  '#6b7886',
  '#36414d',
  '#2a343f',
  '#1b222b',
  '#171d25',
  '#11161c',
  '#0c1015',
]

/** Dialogs stand out from the page, also in the dark scheme, and have a heading. */
const dialog = {
  content: { background: 'var(--sb-surface)', border: '1px solid var(--sb-line)' },
  header: { background: 'var(--sb-surface)' },
  title: {
    fontSize: '1.0625rem',
    lineHeight: 1.35,
    fontWeight: 620,
    // A long name leaves room for the button that closes the dialog.
    overflowWrap: 'anywhere' as const,
  },
}

/** The list itself scrolls: of an element inside it, assistive technology does not expect that. */
const scrollingList = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: '13.75rem', overflowY: 'auto' as const } },
}

/** Ignores the second click of a double click. */
function ignoreRepeatedClick(event: MouseEvent) {
  if (event.detail > 1) event.stopPropagation()
}

export const theme = createTheme({
  primaryColor: 'signal',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.25,
  colors: { signal, danger, caution, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '1.75rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Select: scrollingList,
    TagsInput: scrollingList,
    Autocomplete: scrollingList,
    // Each closed list would be rendered and placed, which takes as long as the page around it.
    Combobox: { defaultProps: { keepMounted: false } },
    // Only one list is open at a time. A generated id would be known only after it is shown.
    ComboboxOptions: { defaultProps: { id: 'open-list', ref: announceList } },
    // A list must have options, so 'No results' is one that can't be chosen.
    ComboboxEmpty: ComboboxEmpty.extend({
      defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false },
    }),
    Modal: {
      styles: dialog,
      defaultProps: {
        transitionProps: { duration: 100 },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Drawer: {
      styles: dialog,
      defaultProps: {
        transitionProps: { duration: 100 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // Menus and lists lie over cards of the same color.
    Popover: { defaultProps: { shadow: 'md' } },
    // The focus goes to the first item, as usual in menus, instead of Mantine's focus placeholder.
    Menu: {
      // Menus scroll, so their items can be reached by Tab too.
      defaultProps: { withInitialFocusPlaceholder: false, menuItemTabIndex: 0 },
      // A menu that lists many workspaces would be longer than the window.
      styles: { dropdown: { maxHeight: 'calc(100dvh - 8rem)', overflowY: 'auto' } },
    },
    // A menu stays until it has faded out: a double click would choose twice.
    MenuItem: { defaultProps: { onClickCapture: ignoreRepeatedClick } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    // A text that is wider than a phone takes several lines.
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, multiline: true },
      styles: { tooltip: { maxWidth: 'min(24rem, calc(100vw - 1rem))' } },
    },
    // As matches are marked in lists.
    SpotlightAction: { defaultProps: { highlightColor: 'caution' } },
    // A message may contain a long key.
    Alert: { styles: { body: { minWidth: 0, overflowWrap: 'anywhere' } } },
    Badge: { defaultProps: { radius: 'xs', variant: 'light' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

/**
 * The colors of surfaces, borders and muted text in both schemes, readable on each other (WCAG AA).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--sb-nav-width': '13.5rem', '--sb-header-height': '3.125rem' },
  light: {
    '--mantine-color-body': '#fbfcfd',
    '--mantine-color-dimmed': '#56616f',
    '--mantine-color-placeholder': '#6a7583',
    '--mantine-color-error': '#b02d0c',
    '--sb-surface': '#ffffff',
    '--sb-sunken': '#f1f4f7',
    '--sb-line': '#dde3e9',
    '--sb-control': '#828d99',
    '--sb-focus': 'var(--mantine-primary-color-filled)',
    '--sb-changed': '#fff4d6',
    '--sb-caution-text': '#7d5300',
    '--sb-danger-text': '#a83110',
    '--sb-selected': '#e3edf8',
  },
  dark: {
    '--mantine-color-body': '#11161c',
    '--mantine-color-text': '#dfe5ec',
    '--mantine-color-dimmed': '#98a5b3',
    '--mantine-color-placeholder': '#8592a0',
    '--mantine-color-error': '#ff8a6b',
    '--mantine-color-default': '#1b222b',
    '--mantine-color-default-border': '#36414d',
    '--sb-surface': '#171d25',
    '--sb-sunken': '#0c1015',
    '--sb-line': '#2a343f',
    '--sb-control': '#6b7886',
    '--sb-focus': 'var(--mantine-color-signal-4)',
    '--sb-changed': '#3d3113',
    '--sb-caution-text': '#ffca61',
    '--sb-danger-text': '#f99279',
    '--sb-selected': '#1a2b42',
  },
})
