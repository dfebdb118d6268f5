import type { Dependencies } from './context'

/** The trace that a request belongs to. */
interface RequestTrace {
  /** The dependencies of this request: their statements and calls join the trace. */
  dependencies: Dependencies
  end(facts: { operation: string | undefined; route: string | undefined; status: number }): void
}

/** Starts the trace of a request. */
export type RequestTracer = (request: Request, dependencies: Dependencies) => RequestTrace
