// Writes public/logos/<slug>.svg from the open icon set that the catalog is made of, once per version of it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'public/logos'
const stamp = `${folder}/.version`
const leastContrast = 2
const { version } = JSON.parse(readFileSync('node_modules/simple-icons/package.json', 'utf8'))
// Both decide what is written.
const made = `${version} contrast ${leastContrast}`

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) {
  const icons = Object.values(await import('simple-icons'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { slug, title, hex, path } of icons) {
    const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    writeFileSync(
      `${folder}/${slug}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#${visible(hex)}"><title>${name}</title><path d="${path}"/></svg>\n`,
    )
  }
  writeFileSync(stamp, made)
}

/** Logos stand on a white tile: a colour too light to be seen there is darkened as far as it takes. */
function visible(hex) {
  let channels = [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  while (contrastWithWhite(channels) < leastContrast)
    channels = channels.map((channel) => Math.floor(channel * 0.96))
  return channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')
}

/** As WCAG reckons it: 1 is white itself, 21 is black. */
function contrastWithWhite(channels) {
  const [red, green, blue] = channels.map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
