/** A key for one purpose, so that no two uses share one (HKDF-SHA-256). */
export async function derivedKey(
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
