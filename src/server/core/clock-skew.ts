/**
 * The clocks of servers that share a database differ by less than this. A time further ahead than
 * it can be was written before a clock was set back.
 */
export const clockSkewSeconds = 60
