/**
 * What each page is for: sign-in, and the pages of a workspace by their path below it. A page shows
 * it below its title; the outline in index.html already does, while the code arrives. On a phone it
 * should be the largest text of the page: browsers measure a page by when that is painted.
 */
export const introductions = {
  'sign-in':
    'The admin console of an integration engine. Set limits and alerts, define connectors, ' +
    'manage apps, and decide who can sign in.',
  overview:
    'What needs attention now, how much this workspace can use, who can sign in, and how it is ' +
    'set up.',
  settings: 'General settings, who can sign in, and where events are sent.',
  limits:
    'What this workspace can use. Operator overrides win over workspace values, which win over ' +
    'defaults.',
  alerts:
    'Choose who gets notified when this workspace approaches a limit. In-app alerts are always on.',
  'raised-alerts':
    'Limits that were approached or exceeded. An alert is resolved once usage has stayed low for ' +
    'a minute.',
  connectors: 'How to sign in to an app and call it; integrations are built on them.',
  apps: 'The apps that customers can connect: this workspace’s own, and the public catalog.',
  connections: 'Export the configuration of a connection, or compare it with another.',
  actions: 'The actions of an integration: input, configuration and output.',
  history:
    'Every change in this workspace and who made it, with refused attempts, save conflicts and ' +
    'when operators looked at it.',
  demo: 'See a limit enforced, with real requests to the API. It needs no network.',
} as const
