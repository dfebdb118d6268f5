import type { Insertable } from 'kysely'
import type { AppsTable } from '../store/schema'
import { searchColumns } from '../services/search-text'
import { day, idOf } from './identity'

/** Well-known apps whose brands the open icon set does not carry: name, key, site, categories. */
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
  ['Help Scout', 'help-scout', 'helpscout.com', 'Support'],
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
]

/** Words in a brand’s name that tell what it is for. A brand without one stays without a category rather than get a wrong one. */
const categoryWords: readonly [category: string, words: RegExp][] = [
  ['AI', /\b(ai|gpt|copilot|llm|anthropic|claude|gemini|mistral|hugging|ollama|perplexity|langchain|deepgram|elevenlabs)\b/i],
  ['CRM', /\b(crm|hubspot|zoho|odoo|vtiger)\b/i],
  ['Communication', /\b(chat|zoom|discord|telegram|whatsapp|signal|messenger|mattermost|rocketdotchat|webex|viber|matrix|element|zulip|skype|wechat|line)\b/i],
  ['E-mail', /\b(mail|gmail|mailgun|sendgrid|protonmail|mailchimp|postmark|thunderbird|brevo|resend)\b/i],
  ['Marketing', /\b(ads|marketing|mailchimp|semrush|buffer|hootsuite|brevo|convertkit|hotjar)\b/i],
  ['Analytics', /\b(analytics|mixpanel|plausible|matomo|metabase|looker|posthog|databricks|grafana|umami|superset)\b/i],
  ['Payments', /\b(pay|stripe|paypal|square|visa|mastercard|klarna|adyen|venmo|wise|revolut|payoneer|razorpay|braintree|cashapp|mollie)\b/i],
  ['E-commerce', /\b(shop|shopify|woocommerce|magento|bigcommerce|prestashop|etsy|ebay|aliexpress|shopware|commerce|gumroad)\b/i],
  ['Accounting', /\b(xero|quickbooks|intuit|sage|invoice\w*|wave)\b/i],
  ['Support', /\b(zendesk|intercom|helpdesk|chatwoot|livechat|crisp)\b/i],
  ['Project management', /\b(asana|trello|jira|clickup|linear|notion|basecamp|todoist|planio|redmine|openproject|taiga|monday)\b/i],
  ['Documents', /\b(docs|sheets|slides|confluence|coda|evernote|notion|airtable|obsidian|gitbook|libreoffice|onlyoffice)\b/i],
  ['Storage', /\b(drive|dropbox|box|nextcloud|owncloud|backblaze|minio|storage|mega|icloud)\b/i],
  ['Calendar', /\b(calendar|calendly|caldotcom|doodle)\b/i],
  ['Forms', /\b(forms|typeform|surveymonkey|jotform|tally)\b/i],
  ['Developer tools', /\b(git|github|gitlab|bitbucket|docker|kubernetes|jenkins|npm|pypi|circleci|postman|sentry|vercel|netlify|terraform|gitea|codeberg|jetbrains|sonar\w*|swagger)\b/i],
  ['Databases', /\b(sql|postgresql|mysql|mongodb|redis|sqlite|mariadb|cassandra|couchbase|elasticsearch|snowflake|database|supabase|clickhouse|neo4j|duckdb)\b/i],
  ['Cloud', /\b(cloud|cloudflare|digitalocean|heroku|hetzner|linode|ovh|vultr|scaleway|akamai|fastly)\b/i],
  ['Identity', /\b(okta|auth0|keycloak|onelogin|1password|bitwarden|lastpass|authentik|auth)\b/i],
  ['Monitoring', /\b(datadog|newrelic|new relic|prometheus|pagerduty|opsgenie|uptime\w*|splunk|dynatrace)\b/i],
  ['Social', /\b(facebook|instagram|tiktok|reddit|mastodon|pinterest|snapchat|tumblr|x|threads|bluesky|linkedin)\b/i],
  ['Video', /\b(youtube|vimeo|twitch|netflix|loom|wistia|dailymotion|tv)\b/i],
  ['Music', /\b(music|spotify|soundcloud|bandcamp|deezer|tidal|audio)\b/i],
  ['Design', /\b(figma|sketch|miro|framer|invision|blender|inkscape|dribbble|behance|penpot)\b/i],
  ['Games', /\b(games|steam|epic|playstation|xbox|nintendo|unity|unreal|roblox|itch)\b/i],
  ['Travel', /\b(airlines|airways|air|airbnb|booking|uber|lyft|trip\w*|expedia)\b/i],
  ['Publishing', /\b(wordpress|ghost|medium|substack|contentful|strapi|drupal|joomla|sanity|webflow|wix|squarespace)\b/i],
]

export interface CatalogApp {
  name: string
  key: string
  categories: string[]
  appUri?: string
  logoUri?: string
}

/** The public catalog: every brand of the open icon set by its name and key, and well-known apps that it lacks. */
export async function catalogApps(): Promise<CatalogApp[]> {
  const icons = Object.values(await import('simple-icons')).filter((icon) => typeof icon === 'object' && 'slug' in icon)
  const further = furtherApps.map(([name, key, site, ...categories]) => ({ name, key, categories, appUri: `https://${site}` }))
  const known = new Set(further.map(({ key }) => key))
  const branded = icons
    .filter(({ slug }) => !known.has(slug))
    .map(({ title, slug }) => ({
      name: title,
      key: slug,
      categories: categoryWords.filter(([, words]) => words.test(`${title} ${slug}`)).map(([category]) => category),
      logoUri: `/logos/${slug}.svg`,
    }))
  return [...further, ...branded]
}

export type NewApp = Insertable<AppsTable> & { id: string }

/** The row of an app of the catalog. */
export function catalogRow({ name, key, categories, appUri, logoUri }: CatalogApp): NewApp {
  const created = day(0)
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
    created_at: created,
    updated_at: created,
  }
}
