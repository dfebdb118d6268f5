import { plural } from '../../../../ui/plural'

export function countApps(count: number): string {
  return `${count} ${plural(count, 'app')}`
}
