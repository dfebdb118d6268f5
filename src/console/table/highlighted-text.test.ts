import { expect, test } from 'vitest'
import { highlightedRange } from './highlighted-text'

test.each([
  ['GitHub', 'hub', 'Hub'],
  ['Café Ordering', 'cafe', 'Café'],
  ['GitHub', 'githb', 'GitHub'],
  ['GitHub Actions', 'gtihub', 'GitHub'],
  ['My Salesforce', 'salesforse', 'Salesforce'],
  ['salesforce-marketing-cloud', 'salesforse', 'salesforce'],
  ['Docker Hub', 'dockerhub', 'Docker Hub'],
  ['HubSpot', 'hubspto', 'HubSpot'],
  ['C++ Builder', 'c++ bilder', 'C++ Builder'],
  ['Slack', 'slakc', 'Slack'],
  ['Slack', 'SLAKC ', 'Slack'],
  ['Straßenkarte', 'karte', 'karte'],
  ['Straße', 'STRASSE', 'Straße'],
  ['Große Straße', 'stras', 'Straß'],
  ['Die Straße', 'strsase', 'Straße'],
  ['Cafe\u0301 Ordering', 'cafe', 'Cafe\u0301'],
  ['Data\u00a0Lake', 'data lake', 'Data\u00a0Lake'],
  ['ﬁle store', 'file storw', 'ﬁle store'],
])('of %j what was searched for as %j is %j', (text, search, part) =>
  expect(highlightedRange(text, search)).toBe(part),
)

test.each([
  ['GitHub', 'notion'],
  ['Dat', 'dat '.repeat(20)],
  ['GitHub', 'gib'],
  ['GitHub', ''],
])('of %j nothing is marked for %j', (text, search) =>
  expect(highlightedRange(text, search)).toBeUndefined(),
)
