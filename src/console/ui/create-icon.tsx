import type { ComponentType, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  size?: number
  /** Line width, in units of 1/24 of the icon's width. */
  stroke?: number
}

export type Icon = ComponentType<IconProps>

/** Creates a component that draws the outlines in the color of the surrounding text. */
export function createIcon(...outlines: string[]): Icon {
  return function OutlineIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {outlines.map((outline) => (
          <path key={outline} d={outline} />
        ))}
      </svg>
    )
  }
}
