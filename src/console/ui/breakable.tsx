import { Fragment } from 'react'

/** Between the words of a name in camel case, and after the parts of an address. */
const boundary = /(?<=[a-z0-9])(?=[A-Z])|(?<=[^/:]\/)(?=[^/])/

/** A name or an address that breaks between its parts, where it does not fit on a line. */
export function Breakable({ text }: { text: string }) {
  return text.split(boundary).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
