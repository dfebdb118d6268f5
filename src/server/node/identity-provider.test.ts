import { expect, test } from 'vitest'
import { connectProxyOfTest } from '@/server/testing/connect-proxy'
import { respondWith, startReceiver } from '@/server/testing/receiver'
import { readConfiguration } from './configuration'
import { identityProviderOf } from './identity-provider'

test('the identity provider is called through the proxy', async () => {
  const receiver = await startReceiver()
  receiver.response = respondWith(200, 'found')
  const proxy = await connectProxyOfTest(Number(new URL(receiver.uri).port))
  const configuration = readConfiguration({
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_CLIENT_ID: 'signalbox',
    OIDC_ROLES: '[{"role":"reader"}]',
    OUTGOING_PROXY: proxy.address,
    OUTGOING_NO_PROXY: '.direct.example',
  })
  const provider = identityProviderOf(configuration, (fetch) => fetch)
  const response = await provider?.fetch('http://login.example/keys')
  expect(await response?.text()).toBe('found')
  await expect(provider?.fetch('http://login.direct.example/keys')).rejects.toThrow('fetch failed')
  expect(proxy.asked.map(({ host }) => host)).toEqual(['login.example:80'])
  await receiver.close()
})
