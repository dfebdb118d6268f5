import type { Dependencies } from '../context'

/** The trace that a request belongs to. */
interface RequestTrace {
  /** Dependencies for this request, whose statements and outgoing requests are traced. */
  dependencies: Dependencies
  end(facts: { operation: string | undefined; route: string | undefined; status: number }): void
}

/** Starts the trace of a request. */
export type RequestTracer = (request: Request, dependencies: Dependencies) => RequestTrace
