import { Stack } from '@mantine/core'
import { useNavigate, type LinkProps } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { EmptyState } from '@/console/layout/page-states'
import { PickerList, type PickerItem } from './picker-list'
import { SelectorForm } from './selector-form'
import type { LoadedList } from './use-list-page'
import classes from './master-detail.module.css'

interface MasterDetailProps<Item extends PickerItem> {
  /** What a record is called, with its article: `an action`. */
  noun: readonly [article: string, noun: string]
  icon: ReactElement
  /** What the button does that opens a record by its selector. */
  action: string
  /** Says what will appear in an empty list. */
  emptyText: string
  /** Says that there is nothing to choose from. */
  noneText?: string | undefined
  /** Undefined if the engine can't list the records. */
  list: LoadedList<Item> | undefined
  search: string
  onSearch: (search: string | undefined) => void
  /** The id or key of the chosen record. */
  chosen: string | undefined
  /** Returns the address of the page with a record chosen, by its id or key. */
  linkTo: (selector: string) => LinkProps
  renderBadge?: (item: Item) => ReactNode
  /** The chosen record. */
  children: ReactNode
}

/** A list to choose a record from, beside the chosen record. */
export function MasterDetail<Item extends PickerItem>({
  noun: [article, noun],
  icon,
  action,
  emptyText,
  list: given,
  chosen,
  linkTo,
  children,
  ...picker
}: MasterDetailProps<Item>) {
  const navigate = useNavigate()
  const list = given?.error?.isMissingOperation === true ? undefined : given
  const isEmpty = list?.isLoaded === true && list.rows.length === 0 && picker.search === ''
  return (
    <div className={classes['columns']}>
      <Stack gap="sm" className={classes['choice'] ?? ''}>
        {list !== undefined && (
          <PickerList
            {...picker}
            nouns={[noun, `${noun}s`]}
            list={list}
            chosen={chosen}
            linkTo={linkTo}
          />
        )}
        <SelectorForm
          value={chosen}
          action={action}
          onChoose={(selector) => void navigate(linkTo(selector))}
        />
      </Stack>
      {chosen === undefined ? (
        <EmptyState icon={icon} title={`No ${noun} selected`}>
          {list === undefined
            ? `Enter the ID or key of ${article} ${noun}.`
            : isEmpty
              ? emptyText
              : 'Choose one from the list, or enter its ID or key.'}
        </EmptyState>
      ) : (
        children
      )}
    </div>
  )
}
