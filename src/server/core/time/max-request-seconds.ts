/**
 * No request runs longer than this. One that has not ended by then was cut off with its process: it
 * no longer counts as in progress, and may be retried.
 */
export const maxRequestSeconds = 60
