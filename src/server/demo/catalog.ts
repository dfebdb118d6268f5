import type { Insertable } from 'kysely'
import { searchColumns } from '@/server/search/search-text'
import type { AppsTable } from '@/server/store/schema'
import { idOf } from './deterministic'
import { catalogDate } from './story-calendar'

/** Well-known apps that the open icon set lacks: name, key, site, categories. */
const furtherApps: readonly [name: string, key: string, site: string, ...categories: string[]][] = [
  ['Salesforce', 'salesforce', 'salesforce.com', 'CRM', 'Sales'],
  ['Slack', 'slack', 'slack.com', 'Communication'],
  ['Microsoft Teams', 'microsoft-teams', 'teams.microsoft.com', 'Communication'],
  ['Microsoft Outlook', 'microsoft-outlook', 'outlook.com', 'E-mail', 'Calendar'],
  ['Microsoft Excel', 'microsoft-excel', 'microsoft365.com', 'Documents'],
  ['Microsoft SharePoint', 'microsoft-sharepoint', 'sharepoint.com', 'Documents', 'Storage'],
  ['Microsoft OneDrive', 'microsoft-onedrive', 'onedrive.com', 'Storage'],
  ['Microsoft Dynamics 365', 'microsoft-dynamics-365', 'dynamics.microsoft.com', 'CRM', 'ERP'],
  ['Microsoft Azure', 'microsoft-azure', 'azure.com', 'Cloud'],
  ['Microsoft Entra ID', 'microsoft-entra-id', 'entra.microsoft.com', 'Identity'],
  ['LinkedIn', 'linkedin', 'linkedin.com', 'Social', 'Marketing'],
  ['Amazon Web Services', 'amazon-web-services', 'aws.amazon.com', 'Cloud'],
  ['Amazon S3', 'amazon-s3', 'aws.amazon.com/s3', 'Storage'],
  ['Amazon Seller Central', 'amazon-seller-central', 'sellercentral.amazon.com', 'E-commerce'],
  ['Twilio', 'twilio', 'twilio.com', 'Communication', 'Developer tools'],
  ['Pipedrive', 'pipedrive', 'pipedrive.com', 'CRM', 'Sales'],
  ['Freshdesk', 'freshdesk', 'freshworks.com/freshdesk', 'Support'],
  ['Freshsales', 'freshsales', 'freshworks.com/crm', 'CRM', 'Sales'],
  ['monday.com', 'monday', 'monday.com', 'Project management'],
  ['Segment', 'segment', 'segment.com', 'Analytics'],
  ['DocuSign', 'docusign', 'docusign.com', 'Documents', 'Signatures'],
  ['Oracle NetSuite', 'netsuite', 'netsuite.com', 'ERP', 'Accounting'],
  ['Oracle Fusion Cloud ERP', 'oracle-fusion-erp', 'oracle.com/erp', 'ERP'],
  ['Workday', 'workday', 'workday.com', 'HR', 'ERP'],
  ['Adobe Marketo Engage', 'marketo', 'marketo.com', 'Marketing'],
  ['Adobe Analytics', 'adobe-analytics', 'business.adobe.com', 'Analytics'],
  ['Adobe Acrobat Sign', 'adobe-acrobat-sign', 'acrobat.adobe.com', 'Documents', 'Signatures'],
  ['BambooHR', 'bamboohr', 'bamboohr.com', 'HR'],
  ['OpenAI', 'openai', 'openai.com', 'AI'],
  ['Azure OpenAI', 'azure-openai', 'azure.com', 'AI'],
  ['Canva', 'canva', 'canva.com', 'Design'],
  ['Gong', 'gong', 'gong.io', 'Sales'],
  ['Outreach', 'outreach', 'outreach.io', 'Sales'],
  ['Salesloft', 'salesloft', 'salesloft.com', 'Sales'],
  ['Apollo.io', 'apollo-io', 'apollo.io', 'Sales', 'Marketing'],
  ['ZoomInfo', 'zoominfo', 'zoominfo.com', 'Sales'],
  ['Copper', 'copper', 'copper.com', 'CRM'],
  ['Close', 'close', 'close.com', 'CRM', 'Sales'],
  ['Attio', 'attio', 'attio.com', 'CRM'],
  ['Keap', 'keap', 'keap.com', 'CRM', 'Marketing'],
  ['ActiveCampaign', 'activecampaign', 'activecampaign.com', 'Marketing'],
  ['Klaviyo', 'klaviyo', 'klaviyo.com', 'Marketing', 'E-commerce'],
  ['Constant Contact', 'constant-contact', 'constantcontact.com', 'Marketing'],
  ['Customer.io', 'customer-io', 'customer.io', 'Marketing'],
  ['Iterable', 'iterable', 'iterable.com', 'Marketing'],
  ['ServiceNow', 'servicenow', 'servicenow.com', 'Support', 'IT'],
  ['Front', 'front', 'front.com', 'Support', 'E-mail'],
  ['Gorgias', 'gorgias', 'gorgias.com', 'Support', 'E-commerce'],
  ['Smartsheet', 'smartsheet', 'smartsheet.com', 'Project management'],
  ['Wrike', 'wrike', 'wrike.com', 'Project management'],
  ['Teamwork', 'teamwork', 'teamwork.com', 'Project management'],
  ['Basecamp 4', 'basecamp-4', 'basecamp.com', 'Project management'],
  ['Sage Intacct', 'sage-intacct', 'sageintacct.com', 'Accounting'],
  ['FreshBooks', 'freshbooks', 'freshbooks.com', 'Accounting'],
  ['Zoho CRM', 'zoho-crm', 'zoho.com/crm', 'CRM'],
  ['Zoho Books', 'zoho-books', 'zoho.com/books', 'Accounting'],
  ['Bill.com', 'bill-com', 'bill.com', 'Accounting', 'Payments'],
  ['Ramp', 'ramp', 'ramp.com', 'Payments'],
  ['Brex', 'brex', 'brex.com', 'Payments'],
  ['Chargebee', 'chargebee', 'chargebee.com', 'Payments'],
  ['Recurly', 'recurly', 'recurly.com', 'Payments'],
  ['Greenhouse', 'greenhouse', 'greenhouse.io', 'HR'],
  ['Lever', 'lever', 'lever.co', 'HR'],
  ['Ashby', 'ashby', 'ashbyhq.com', 'HR'],
  ['Rippling', 'rippling', 'rippling.com', 'HR'],
  ['Personio', 'personio', 'personio.com', 'HR'],
  ['HiBob', 'hibob', 'hibob.com', 'HR'],
  ['UKG Pro', 'ukg-pro', 'ukg.com', 'HR'],
  ['SAP SuccessFactors', 'sap-successfactors', 'sap.com', 'HR'],
  ['SAP S/4HANA', 'sap-s4hana', 'sap.com', 'ERP'],
  ['Seismic', 'seismic', 'seismic.com', 'Sales'],
  ['Clari', 'clari', 'clari.com', 'Sales'],
  ['Looker Studio', 'looker-studio', 'lookerstudio.google.com', 'Analytics'],
  ['Power BI', 'power-bi', 'powerbi.com', 'Analytics'],
  ['Tableau Cloud', 'tableau-cloud', 'tableau.com', 'Analytics'],
  ['Heap', 'heap', 'heap.io', 'Analytics'],
  ['Amplitude', 'amplitude', 'amplitude.com', 'Analytics'],
  ['Adobe Photoshop', 'adobe-photoshop', 'adobe.com/products/photoshop', 'Design'],
  ['Adobe Illustrator', 'adobe-illustrator', 'adobe.com/products/illustrator', 'Design'],
  ['Adobe Acrobat', 'adobe-acrobat', 'acrobat.adobe.com', 'Documents'],
  ['Adobe Creative Cloud', 'adobe-creative-cloud', 'adobe.com/creativecloud', 'Design'],
  ['Adobe Commerce', 'adobe-commerce', 'business.adobe.com/products/magento', 'E-commerce'],
  [
    'Adobe Experience Manager',
    'adobe-experience-manager',
    'business.adobe.com/products/experience-manager',
    'Publishing',
    'Marketing',
  ],
  ['Oracle', 'oracle', 'oracle.com', 'Databases', 'Cloud'],
  ['IBM', 'ibm', 'ibm.com', 'Cloud'],
  ['Microsoft Word', 'microsoft-word', 'microsoft365.com/word', 'Documents'],
  ['Microsoft PowerPoint', 'microsoft-powerpoint', 'microsoft365.com/powerpoint', 'Documents'],
  ['Microsoft To Do', 'microsoft-to-do', 'to-do.microsoft.com', 'Project management'],
  ['Microsoft Advertising', 'microsoft-advertising', 'ads.microsoft.com', 'Marketing'],
  ['Amazon DynamoDB', 'amazon-dynamodb', 'aws.amazon.com/dynamodb', 'Databases'],
  ['Amazon Redshift', 'amazon-redshift', 'aws.amazon.com/redshift', 'Databases', 'Analytics'],
  [
    'Salesforce Marketing Cloud',
    'salesforce-marketing-cloud',
    'salesforce.com/marketing',
    'Marketing',
  ],
  ['MuleSoft', 'mulesoft', 'mulesoft.com', 'Developer tools'],
  ['Heroku', 'heroku', 'heroku.com', 'Cloud'],
  ['SendGrid', 'sendgrid', 'sendgrid.com', 'E-mail'],
  ['OneLogin', 'onelogin', 'onelogin.com', 'Identity'],
  ['SAP Concur', 'sap-concur', 'concur.com', 'Accounting'],
  ['Coupa', 'coupa', 'coupa.com', 'ERP'],
  ['Anaplan', 'anaplan', 'anaplan.com', 'ERP'],
  ['Veeva Vault', 'veeva-vault', 'veeva.com', 'CRM', 'Documents'],
  ['Procore', 'procore', 'procore.com', 'Project management'],
  ['Eventbrite', 'eventbrite', 'eventbrite.com', 'Marketing'],
  ['RingCentral', 'ringcentral', 'ringcentral.com', 'Communication'],
  ['Dialpad', 'dialpad', 'dialpad.com', 'Communication'],
  ['Kustomer', 'kustomer', 'kustomer.com', 'Support', 'CRM'],
  ['Plaid', 'plaid', 'plaid.com', 'Payments'],
  ['Avalara', 'avalara', 'avalara.com', 'Accounting'],
  ['Deel', 'deel', 'deel.com', 'HR'],
  ['Paylocity', 'paylocity', 'paylocity.com', 'HR'],
]

/** Returns a pattern that matches any of the words, which are separated by spaces. */
function anyOf(words: string): RegExp {
  return new RegExp(`\\b(${words.replaceAll('*', '\\w*').replaceAll(' ', '|')})\\b`, 'i')
}

/**
 * Words in a brand's name that indicate its category; `*` matches any end of a word. A brand
 * without such a word gets no category rather than a wrong one.
 */
const categoryWords: readonly [category: string, words: RegExp][] = [
  [
    'AI',
    anyOf(
      'ai gpt copilot llm anthropic claude gemini mistral hugging ollama perplexity ' +
        'langchain deepgram elevenlabs',
    ),
  ],
  ['CRM', anyOf('crm hubspot zoho odoo vtiger')],
  [
    'Communication',
    anyOf(
      'chat zoom discord telegram whatsapp signal messenger mattermost rocketdotchat webex ' +
        'viber matrix element zulip skype wechat line',
    ),
  ],
  [
    'E-mail',
    anyOf('mail gmail mailgun sendgrid protonmail mailchimp postmark thunderbird brevo resend'),
  ],
  ['Marketing', anyOf('ads marketing mailchimp semrush buffer hootsuite brevo convertkit hotjar')],
  [
    'Analytics',
    anyOf(
      'analytics mixpanel plausible matomo metabase looker posthog databricks grafana umami ' +
        'superset',
    ),
  ],
  [
    'Payments',
    anyOf(
      'pay stripe paypal square visa mastercard klarna adyen venmo wise revolut payoneer ' +
        'razorpay braintree cashapp mollie',
    ),
  ],
  [
    'E-commerce',
    anyOf(
      'shop shopify woocommerce magento bigcommerce prestashop etsy ebay aliexpress ' +
        'shopware commerce gumroad',
    ),
  ],
  ['Accounting', anyOf('xero quickbooks intuit sage invoice* wave')],
  ['Support', anyOf('zendesk intercom helpdesk chatwoot livechat crisp')],
  [
    'Project management',
    anyOf(
      'asana trello jira clickup linear notion basecamp todoist planio redmine openproject ' +
        'taiga monday',
    ),
  ],
  [
    'Documents',
    anyOf(
      'docs sheets slides confluence coda evernote notion airtable obsidian gitbook ' +
        'libreoffice onlyoffice',
    ),
  ],
  ['Storage', anyOf('drive dropbox box nextcloud owncloud backblaze minio storage mega icloud')],
  ['Calendar', anyOf('calendar calendly caldotcom doodle')],
  ['Forms', anyOf('forms typeform surveymonkey jotform tally')],
  [
    'Developer tools',
    anyOf(
      'git github gitlab bitbucket docker kubernetes jenkins npm pypi circleci postman ' +
        'sentry vercel netlify terraform gitea codeberg jetbrains sonar* swagger',
    ),
  ],
  [
    'Databases',
    anyOf(
      'sql postgresql mysql mongodb redis sqlite mariadb cassandra couchbase elasticsearch ' +
        'snowflake database supabase clickhouse neo4j duckdb',
    ),
  ],
  [
    'Cloud',
    anyOf('cloud cloudflare digitalocean heroku hetzner linode ovh vultr scaleway akamai fastly'),
  ],
  ['Identity', anyOf('okta auth0 keycloak onelogin 1password bitwarden lastpass authentik auth')],
  [
    'Security',
    anyOf(
      'antivirus vpn security nordvpn wireguard openvpn tailscale virustotal norton avast ' +
        'kaspersky malwarebytes mcafee snyk trivy metasploit wireshark protonvpn letsencrypt',
    ),
  ],
  ['Monitoring', anyOf('datadog newrelic prometheus pagerduty opsgenie uptime* splunk dynatrace')],
  [
    'Social',
    anyOf(
      'facebook instagram tiktok reddit mastodon pinterest snapchat tumblr x threads ' +
        'bluesky linkedin',
    ),
  ],
  ['Video', anyOf('youtube vimeo twitch netflix loom wistia dailymotion tv')],
  ['Music', anyOf('music spotify soundcloud bandcamp deezer tidal audio')],
  ['Design', anyOf('figma sketch miro framer invision blender inkscape dribbble behance penpot')],
  ['Games', anyOf('games steam epic playstation xbox nintendo unity unreal roblox itch')],
  ['Travel', anyOf('airlines airways air airbnb booking uber lyft trip* expedia')],
  [
    'Publishing',
    anyOf(
      'wordpress ghost medium substack contentful strapi drupal joomla sanity webflow wix ' +
        'squarespace',
    ),
  ],
]

/** Categories by slug, for brands with misleading words, or none, in their names. */
const brandCategories: Readonly<Record<string, readonly string[]>> = {
  squareenix: ['Games'],
  neteasecloudmusic: ['Music'],
  dwavesystems: [],
  xdotorg: [],
  eclipsevertdotx: ['Developer tools'],
  hackthebox: ['Security'],
  themoviedatabase: ['Video'],
  sonarr: ['Video'],
  rootssage: ['Developer tools'],
  docsdotrs: ['Developer tools'],
  mdnwebdocs: ['Developer tools'],
  readthedocs: ['Developer tools'],
  discorddotjs: ['Developer tools'],
  aidungeon: ['Games'],
  facebookgaming: ['Games', 'Social'],
  datadotai: ['Analytics'],
  nextbilliondotai: ['Developer tools'],
  ubereats: [],
  cloudnativebuild: ['Developer tools'],
  mariadbfoundation: ['Databases'],
  python: ['Developer tools'],
  javascript: ['Developer tools'],
  typescript: ['Developer tools'],
  react: ['Developer tools'],
  vuedotjs: ['Developer tools'],
  angular: ['Developer tools'],
  svelte: ['Developer tools'],
  nodedotjs: ['Developer tools'],
  rust: ['Developer tools'],
  go: ['Developer tools'],
  php: ['Developer tools'],
  ruby: ['Developer tools'],
  rubyonrails: ['Developer tools'],
  laravel: ['Developer tools'],
  django: ['Developer tools'],
  flask: ['Developer tools'],
  fastapi: ['Developer tools'],
  kotlin: ['Developer tools'],
  swift: ['Developer tools'],
  dart: ['Developer tools'],
  flutter: ['Developer tools'],
  openjdk: ['Developer tools'],
  dotnet: ['Developer tools'],
  elixir: ['Developer tools'],
  scala: ['Developer tools'],
  haskell: ['Developer tools'],
  eslint: ['Developer tools'],
  prettier: ['Developer tools'],
  webpack: ['Developer tools'],
  vite: ['Developer tools'],
  babel: ['Developer tools'],
  jest: ['Developer tools'],
  cypress: ['Developer tools'],
  selenium: ['Developer tools'],
  insomnia: ['Developer tools'],
  graphql: ['Developer tools'],
  apollographql: ['Developer tools'],
  ansible: ['Developer tools'],
  helm: ['Developer tools'],
  argo: ['Developer tools'],
  rancher: ['Developer tools'],
  podman: ['Developer tools'],
  travisci: ['Developer tools'],
  jfrog: ['Developer tools'],
  replit: ['Developer tools'],
  stackblitz: ['Developer tools'],
  codesandbox: ['Developer tools'],
  eclipseide: ['Developer tools'],
  intellijidea: ['Developer tools'],
  pycharm: ['Developer tools'],
  webstorm: ['Developer tools'],
  android: ['Developer tools'],
  androidstudio: ['Developer tools'],
  xcode: ['Developer tools'],
  nextdotjs: ['Developer tools'],
  nuxt: ['Developer tools'],
  remix: ['Developer tools'],
  astro: ['Developer tools'],
  gatsby: ['Developer tools'],
  express: ['Developer tools'],
  nestjs: ['Developer tools'],
  deno: ['Developer tools'],
  bun: ['Developer tools'],
  pnpm: ['Developer tools'],
  yarn: ['Developer tools'],
  gradle: ['Developer tools'],
  rabbitmq: ['Developer tools'],
  apachekafka: ['Developer tools'],
  stackoverflow: ['Developer tools'],
  zapier: ['Developer tools'],
  n8n: ['Developer tools'],
  make: ['Developer tools'],
  adp: ['HR'],
  gusto: ['HR'],
  glassdoor: ['HR'],
  indeed: ['HR'],
  expensify: ['Accounting'],
  vonage: ['Communication'],
  zalo: ['Communication'],
  line: ['Communication'],
  xing: ['Social'],
  quora: ['Social'],
  vk: ['Social'],
  helpscout: ['Support'],
  apachespark: ['Analytics'],
  googlebigquery: ['Analytics'],
  wetransfer: ['Storage'],
  vault: ['Security'],
  hashicorp: ['Developer tools'],
  influxdb: ['Databases'],
  cockroachlabs: ['Databases'],
  planetscale: ['Databases'],
  firebase: ['Databases'],
  timescale: ['Databases'],
  apachecouchdb: ['Databases'],
  gimp: ['Design'],
  krita: ['Design'],
  autodesk: ['Design'],
  sketchup: ['Design'],
  coreldraw: ['Design'],
  ea: ['Games'],
  ubisoft: ['Games'],
  activision: ['Games'],
  counterstrike: ['Games'],
  leagueoflegends: ['Games'],
  valorant: ['Games'],
  fortnite: ['Games'],
  chessdotcom: ['Games'],
  gogdotcom: ['Games'],
  godotengine: ['Games'],
  hbo: ['Video'],
  plex: ['Video'],
  jellyfin: ['Video'],
  kodi: ['Video'],
  crunchyroll: ['Video'],
  roku: ['Video'],
  lastdotfm: ['Music'],
  pandora: ['Music'],
  audible: ['Music'],
  audiomack: ['Music'],
  napster: ['Music'],
  beatport: ['Music'],
  bitcoin: ['Payments'],
  coinbase: ['Payments'],
  binance: ['Payments'],
  ethereum: ['Payments'],
  americanexpress: ['Payments'],
  n26: ['Payments'],
  monzo: ['Payments'],
}

function categoriesOf(title: string, slug: string): string[] {
  const text = `${title} ${slug}`
  return [
    ...(brandCategories[slug] ??
      categoryWords.filter(([, words]) => words.test(text)).map(([category]) => category)),
  ]
}

const furtherKeys = new Set(furtherApps.map(([, key]) => key))

/** Whether the open icon set has the brand, so that its logo is bundled. */
export function hasLogo(key: string): boolean {
  return !furtherKeys.has(key)
}

export interface CatalogApp {
  name: string
  key: string
  categories: string[]
  appUri?: string
  logoUri?: string
}

/** Returns the public catalog: the brands of the open icon set, and well-known apps it lacks. */
export async function catalogApps(): Promise<CatalogApp[]> {
  const icons = Object.values(await import('simple-icons')).filter(
    (icon) => typeof icon === 'object' && 'slug' in icon,
  )
  const further = furtherApps.map(([name, key, site, ...categories]) => ({
    name,
    key,
    categories,
    appUri: `https://${site}`,
  }))
  const branded = icons
    .filter(({ slug }) => hasLogo(slug))
    .map(({ title, slug }) => ({
      name: title,
      key: slug,
      categories: categoriesOf(title, slug),
      logoUri: `/logos/${slug}.svg`,
    }))
  return [...further, ...branded]
}

export type NewApp = Insertable<AppsTable> & { id: string }

/** Returns the row of an app of the catalog. */
export function catalogRow({ name, key, categories, appUri, logoUri }: CatalogApp): NewApp {
  return {
    id: idOf(`public app ${key}`),
    uuid: idOf(`public app ${key} uuid`),
    workspace_id: null,
    key,
    name,
    categories,
    logo_uri: logoUri ?? null,
    app_uri: appUri ?? null,
    ...searchColumns(name, key),
    created_at: catalogDate,
    updated_at: catalogDate,
  }
}
