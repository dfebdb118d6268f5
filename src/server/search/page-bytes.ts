/**
 * The most bytes of large values on a page. Several pages have room in the memory of a server, in
 * the form of rows, objects and JSON.
 */
export const maxPageBytes = 8_000_000
