/**
 * Waits for work, but not longer than a time; work that takes longer continues.
 * @param late returns the result of late work, or throws its error
 */
export async function within<Result, Late>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resume) => (timer = setTimeout(resume, milliseconds)))
  try {
    return await Promise.race([work, timeout.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
