import { z } from 'zod'

const profileSchema = z.object({
  baseUrl: z.string(),
  name: z.string(),
  workspaceKey: z.string().optional(),
})

/** A sign-in that can be repeated: where it was and for which workspace, without any secret. */
type Profile = z.infer<typeof profileSchema>

const storageKey = 'signalbox-profiles'
const maxProfiles = 8

/** Returns the remembered sign-ins, the latest first. */
export function profiles(): Profile[] {
  try {
    return z.array(profileSchema).parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

/** Profiles are a convenience: where the browser has no room for them, they are not stored. */
function store(all: readonly Profile[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all.slice(0, maxProfiles)))
  } catch {
    // The storage is full or blocked.
  }
}

function isSame(a: Profile, b: Profile): boolean {
  return a.baseUrl === b.baseUrl && a.workspaceKey === b.workspaceKey
}

/** Remembers a sign-in as the latest. */
export function rememberProfile(profile: Profile): void {
  store([profile, ...profiles().filter((known) => !isSame(known, profile))])
}

/** Forgets a sign-in. */
export function forgetProfile(profile: Profile): void {
  store(profiles().filter((known) => !isSame(known, profile)))
}
