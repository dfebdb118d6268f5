import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { appCategoriesQuery } from '@/console/api/apps'
import { ListInput } from '@/console/ui/inputs/list-input'
import { LogoPreview } from '@/console/ui/logo-preview'
import type { AppForm } from './app-form'

interface AppFieldsProps<Body> {
  workspaceId: string
  form: UseFormReturn<AppForm, unknown, Body>
  opened: boolean
  readOnly?: boolean
}

/** The fields of an app other than its name and key. */
export function AppFields<Body>({
  workspaceId,
  form,
  opened,
  readOnly = false,
}: AppFieldsProps<Body>) {
  const {
    control,
    formState: { errors },
    register,
  } = form
  const [name, logoUri] = form.watch(['name', 'logoUri'])
  const known = useQuery({ ...appCategoriesQuery(workspaceId, 'public'), enabled: opened })
  return (
    <>
      <TextInput
        label="App address"
        description="Where the app is used: a full https:// address. Leave empty for none."
        placeholder="https://…"
        {...register('appUri')}
        error={errors.appUri?.message}
        readOnly={readOnly}
        type="url"
        autoComplete="off"
      />
      <LogoPreview name={name} src={errors.logoUri === undefined ? logoUri : ''}>
        <TextInput
          label="Logo"
          description="An https:// address, a path on this server or a data:image/ URI."
          placeholder="https://…"
          {...register('logoUri')}
          error={errors.logoUri?.message}
          readOnly={readOnly}
          flex={1}
          autoComplete="off"
        />
      </LogoPreview>
      <Controller
        control={control}
        name="categories"
        render={({ field }) => (
          <ListInput
            label="Categories"
            description="Press Enter after each."
            data={known.data?.response.items ?? []}
            {...field}
            readOnly={readOnly}
            error={
              errors.categories?.message ??
              errors.categories?.find?.((error) => error !== undefined)?.message
            }
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the categories' }}
          />
        )}
      />
    </>
  )
}
