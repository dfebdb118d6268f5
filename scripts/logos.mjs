// Writes public/logos/<slug>.svg from the demo catalog's icon set, once per version of the set.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'public/logos'
const stamp = `${folder}/.version`
const minContrast = 2
const { version } = JSON.parse(readFileSync('node_modules/simple-icons/package.json', 'utf8'))
const wanted = `${version} contrast ${minContrast}`

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const icons = Object.values(await import('simple-icons'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { slug, title, hex, path } of icons) {
    const name = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const size = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"'
    const content = `<title>${name}</title><path d="${path}"/>`
    writeFileSync(`${folder}/${slug}.svg`, `<svg ${size} fill="#${darken(hex)}">${content}</svg>\n`)
  }
  writeFileSync(stamp, wanted)
}

/** Darkens a color until it stands out from the white tile behind a logo. */
function darken(hex) {
  let channels = [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  while (contrastWithWhite(channels) < minContrast)
    channels = channels.map((channel) => Math.floor(channel * 0.96))
  return channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')
}

/** Returns the WCAG contrast ratio with white, from 1 for white to 21 for black. */
function contrastWithWhite(channels) {
  const [red, green, blue] = channels.map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
