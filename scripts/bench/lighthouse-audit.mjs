// Audits a page with Lighthouse, in a browser of its own, and writes its scores to standard output.
// A separate program, because Lighthouse is in a folder that TypeScript does not know.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [folder = '', order = ''] = process.argv.slice(2)
const { url, session, isDesktop, executablePath, args } = JSON.parse(order)

const { resolve } = createRequire(`${folder}/`)
const load = (name) => import(pathToFileURL(resolve(name)).href)
const { default: puppeteer } = await load('puppeteer-core')
const { default: lighthouse, desktopConfig } = await load('lighthouse')

const browser = await puppeteer.launch({ executablePath, args })
try {
  const page = await browser.newPage()
  if (session !== null)
    await page.evaluateOnNewDocument(
      (text) => sessionStorage.setItem('signalbox-session', text),
      JSON.stringify(session),
    )
  const onlyCategories = ['performance', 'accessibility', 'best-practices']
  const config = isDesktop ? desktopConfig : undefined
  const { lhr } = await lighthouse(url, { onlyCategories }, config, page)
  const scores = {
    performance: lhr.categories.performance.score,
    accessibility: lhr.categories.accessibility.score,
    bestPractices: lhr.categories['best-practices'].score,
    largestPaint: lhr.audits['largest-contentful-paint'].numericValue,
    blocked: lhr.audits['total-blocking-time'].numericValue,
  }
  process.stdout.write(JSON.stringify(scores))
} finally {
  await browser.close()
}
