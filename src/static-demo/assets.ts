/** A compressed file that the build wrote, with its size. */
export interface PackedFile {
  name: string
  bytes: number
}

declare global {
  /** Written into the bundle by the build. */
  const PACKED_FILES: { wasm: PackedFile; share: PackedFile; snapshot: PackedFile }
}
