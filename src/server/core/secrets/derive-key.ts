/** Derives a key for one purpose from the master key, by HKDF-SHA-256. */
export async function deriveKey(
  master: Uint8Array<ArrayBuffer>,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', master, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode(`signalbox ${purpose}`)
  return new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
      material,
      256,
    ),
  )
}
