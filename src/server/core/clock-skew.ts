/**
 * The clocks of servers that share a database differ by less than this. A time further ahead was
 * written before a clock was set back.
 */
export const clockSkewSeconds = 60
