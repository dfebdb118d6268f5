import { z } from 'zod'

const profileSchema = z.object({
  baseUrl: z.string(),
  name: z.string(),
  workspaceKey: z.string().optional(),
  usedAt: z.string(),
})

/** A place where somebody signed in before: enough to find it again, and nothing secret. */
export type Profile = z.infer<typeof profileSchema>

const storageKey = 'signalbox-profiles'
const maxProfiles = 8

export function profiles(): Profile[] {
  try {
    return z.array(profileSchema).parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

function isSame(a: Profile, b: Profile): boolean {
  return a.baseUrl === b.baseUrl && a.workspaceKey === b.workspaceKey
}

export function rememberProfile(profile: Profile): void {
  const others = profiles().filter((known) => !isSame(known, profile))
  localStorage.setItem(storageKey, JSON.stringify([profile, ...others].slice(0, maxProfiles)))
}

export function forgetProfile(profile: Profile): void {
  localStorage.setItem(
    storageKey,
    JSON.stringify(profiles().filter((known) => !isSame(known, profile))),
  )
}
