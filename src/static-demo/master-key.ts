/** Protects nothing: the demo's data is public and stays in the visitor's browser. */
export const demoMasterKey = new Uint8Array(32).fill(42)
