import { z } from 'zod'
import { timestamp } from './field'
import type { Operation } from './operation'
import { workspaceTypes } from './workspaces'

/** The host of the demo's built-in receiver, a name that does not exist on the internet. */
export const demoReceiverHost = 'hooks.larkfield.example'
/** The limit that a presenter lowers and sets back. */
export const demoLimit = { name: 'apiRequestsPerSecond', normal: 120, low: 5 } as const
export const listedDemoWebhooks = 20
export const listedDemoEmails = 20

const receivedSchema = z
  .object({
    id: z.string(),
    receivedAt: timestamp,
    webhookId: z.string(),
    body: z.string(),
  })
  .meta({ id: 'DemoReceived' })

const emailSchema = z
  .object({
    id: z.string(),
    sentAt: timestamp,
    recipients: z.array(z.string()).describe('If empty, the e-mail goes to those of the server'),
    subject: z.string(),
    text: z.string().describe('The paragraphs of the e-mail as plain text'),
  })
  .meta({ id: 'DemoEmail' })

/** Signs in without a secret, on a server that runs the demo. */
export const demoOperations = {
  getDemo: {
    method: 'GET',
    path: '/demo',
    resource: 'Service',
    summary: 'Describe the demo',
    description: 'Not found on a server that does not run the demo.',
    response: z
      .object({
        note: z.string(),
        storage: z
          .enum(['browser', 'memory'])
          .optional()
          .describe(
            'Present where the demo runs in a browser: where its data is kept. ' +
              'Data in memory is lost when the last tab is closed.',
          ),
        seededAt: timestamp.describe('When the demo data was seeded, up to which it has activity'),
        workspaces: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            key: z.string(),
            type: z.enum(workspaceTypes),
          }),
        ),
      })
      .meta({ id: 'Demo' }),
    errors: ['not_found'],
    caller: 'anyone',
    extension: true,
    demo: true,
  },
  signInToDemo: {
    method: 'POST',
    path: '/demo/sign-in',
    resource: 'Service',
    summary: 'Sign in to the demo',
    body: z.strictObject({
      role: z.enum(['admin', 'operator', 'reader']),
      workspaceId: z.string().min(1).max(200).optional(),
    }),
    response: z
      .object({ token: z.string(), workspaceId: z.string().optional() })
      .meta({ id: 'DemoSession' }),
    errors: ['not_found'],
    caller: 'anyone',
    extension: true,
    demo: true,
  },
  listDemoReceived: {
    method: 'GET',
    path: '/demo/received',
    resource: 'Service',
    summary: 'List the webhooks that the demo’s built-in receiver has received',
    description:
      `The receiver runs inside the server at ${demoReceiverHost} and accepts webhooks with ` +
      'a valid signature, so that they arrive without a network. ' +
      `Returns the last ${listedDemoWebhooks}, newest first.`,
    response: z.object({ items: z.array(receivedSchema) }),
    errors: ['not_found'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
    demo: true,
    unmetered: true,
  },
  listDemoEmails: {
    method: 'GET',
    path: '/demo/emails',
    resource: 'Service',
    summary: 'List the e-mails in the demo’s outbox',
    description:
      'Without a mail server, the demo puts alert e-mails into an outbox instead of sending ' +
      `them. Returns the last ${listedDemoEmails}, newest first.`,
    response: z.object({ items: z.array(emailSchema) }),
    errors: ['not_found'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
    demo: true,
    unmetered: true,
  },
  resetDemo: {
    method: 'POST',
    path: '/demo/reset',
    resource: 'Service',
    summary: 'Reset the demo data',
    response: z.object({ reset: z.literal(true) }).meta({ id: 'DemoReset' }),
    errors: ['not_found'],
    caller: 'admin',
    slow: true,
    extension: true,
    demo: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
