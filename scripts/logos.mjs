// Writes public/logos/<slug>.svg from the open icon set that the catalog is made of, once per version of it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'public/logos'
const stamp = `${folder}/.version`
const { version } = JSON.parse(readFileSync('node_modules/simple-icons/package.json', 'utf8'))

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  const icons = Object.values(await import('simple-icons'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { slug, title, hex, path } of icons) {
    const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    writeFileSync(`${folder}/${slug}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#${visible(hex)}"><title>${name}</title><path d="${path}"/></svg>\n`)
  }
  writeFileSync(stamp, version)
}

/** Logos stand on a white tile: a colour too light to be seen there is darkened. */
function visible(hex) {
  const channels = [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  const light = (0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]) / 255
  const factor = light > 0.85 ? 0.55 : 1
  return channels.map((channel) => Math.round(channel * factor).toString(16).padStart(2, '0')).join('')
}
