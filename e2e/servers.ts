const firstPort = Number(process.env['E2E_PORT'] ?? 4690)

/** The settings of each server of the browser tests, by its name. */
const settings = {
  /** For nearly all tests. */
  main: { OUTGOING_HTTP: 'on', OUTGOING_NETWORKS: '127.0.0.0/8' },
  /** Serves only the ten operations of the specification. */
  tenOperations: { EXTENSIONS: 'off' },
  /** For the test that plays the demo's stories and resets the demo. */
  demo: {},
  /** For the random walks, which can change anything. */
  walk: {},
}

type ServerName = keyof typeof settings

/** The servers of the browser tests with their environment, on consecutive ports. */
export const servers = Object.entries(settings).map(([name, environment], index) => ({
  name,
  environment: { ...environment, PORT: String(firstPort + index) },
}))

/** Returns the origin of a server of the browser tests. */
export function originOf(name: ServerName): string {
  return `http://127.0.0.1:${firstPort + Object.keys(settings).indexOf(name)}`
}
