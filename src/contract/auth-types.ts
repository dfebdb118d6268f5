/** Authentication protocols (2.5), in the specification's order. */
export const authTypes = {
  'app-token': { label: 'App token', description: 'One token of the app, given to the connector.' },
  'service-token': {
    label: 'Service token',
    description: 'A token that the engine itself issues.',
  },
  oauth2: { label: 'OAuth 2', description: 'The customer signs in at the app and consents.' },
  oauth1: { label: 'OAuth 1', description: 'The older, signed variant of OAuth.' },
  'client-credentials': {
    label: 'Client credentials',
    description: 'The client id and secret of the customer are exchanged for a token.',
  },
  proxy: {
    label: 'Proxy',
    description: 'Another service holds the credentials and forwards the calls.',
  },
  'oauth-client': {
    label: 'OAuth client',
    description: 'An OAuth client that the organization registered once.',
  },
} as const

export type AuthType = keyof typeof authTypes
export const authTypeNames = Object.keys(authTypes).filter(isAuthType)

function isAuthType(name: string): name is AuthType {
  return Object.hasOwn(authTypes, name)
}
