import { Anchor, CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { forgetProfile, profiles } from '@/console/session/profiles'

/** Remembered sign-ins. */
export function RememberedProfiles({
  onChoose,
}: {
  onChoose: (baseUrl: string, workspaceKey: string | undefined) => void
}) {
  const [known, setKnown] = useState(profiles)
  if (known.length === 0) return null
  return (
    <div>
      <Text fz="xs" c="dimmed" mb={2}>
        Recent sign-ins
      </Text>
      <Group gap="sm">
        {known.map((profile) => {
          const { baseUrl, name, workspaceKey } = profile
          return (
            <Group key={`${baseUrl} ${workspaceKey ?? ''}`} gap={2}>
              <Anchor
                component="button"
                type="button"
                fz="sm"
                onClick={() => onChoose(baseUrl, workspaceKey)}
              >
                {name}
              </Anchor>
              <CloseButton
                size={24}
                iconSize={12}
                aria-label={`Forget ${name}`}
                onClick={() => {
                  forgetProfile(profile)
                  setKnown(profiles())
                }}
              />
            </Group>
          )
        })}
      </Group>
    </div>
  )
}
