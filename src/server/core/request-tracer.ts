/** Runs the handling of a request as a span of a trace. */
export type RequestTracer = (
  request: Request,
  handle: () => Promise<void>,
  /** What is known of the request once it was handled. */
  describe: () => { operation: string | undefined; route: string | undefined; status: number },
) => Promise<void>
