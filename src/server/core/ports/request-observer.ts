/** Observes each request when its response is sent. */
export type RequestObserver = (facts: {
  /** Absent if the request matched no operation. */
  operation: string | undefined
  method: string
  status: number
  seconds: number
}) => void
