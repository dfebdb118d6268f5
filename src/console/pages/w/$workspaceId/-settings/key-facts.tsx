import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { KeyFault, readKeys, type ReadKey } from '../../../../keys/read-key'

type Reading = { text: string } & ({ keys: readonly ReadKey[] } | { fault: string })

/** What a key is, or why it is none, read in the browser. */
export function KeyFacts({ text }: { text: string }) {
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    if (text.trim() === '') return
    let left = false
    const take = (next: Reading) => {
      if (!left) setReading(next)
    }
    readKeys(text).then(
      (keys) => take({ text, keys }),
      (error: unknown) => take({ text, fault: error instanceof KeyFault ? error.message : 'This key cannot be read' }),
    )
    return () => {
      left = true
    }
  }, [text])
  if (reading?.text !== text) return null
  if ('fault' in reading) return <Text fz="xs" c="var(--mantine-color-error)">{reading.fault}</Text>
  const [key] = reading.keys
  if (reading.keys.length !== 1 || key === undefined) return <Text fz="xs" c="var(--mantine-color-error)">This is a set of {reading.keys.length} keys: register each as an entry of its own</Text>
  return (
    <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {key.algorithms.join(', ')} · {key.strength}{key.kid === undefined ? '' : ` · kid ${key.kid}`} · SHA-256 <span className="mono">{key.fingerprint}</span>
    </Text>
  )
}
