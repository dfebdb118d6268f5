/** The clocks of servers that share a database may differ by less than this. What lies further ahead than it can was written before a clock was put back. */
export const clockSkewSeconds = 60
