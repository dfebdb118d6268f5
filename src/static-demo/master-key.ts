/** Guards nothing: everything in the demo is public, and stays in the browser of its visitor. */
export const demoMasterKey = new Uint8Array(32).fill(42)
