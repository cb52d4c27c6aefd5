import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { type PublicUser, suggestedUsers, users } from '@papadag/contract/users/users'
import { SearchField } from '@papadag/ui/fields/search-field'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { useDeferredValue, useState } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { pictureAddress } from '../../platform/pictures/picture-address.ts'
import type { Plan } from './plan.ts'

const shownAtMost = 6

type Props = { plan: Plan; onChange: (plan: Plan) => void }

/** The fathers to ask: those nearby, or found by name. Others can answer by the link. */
export function PickFathers({ plan, onChange }: Props) {
  const { t } = useLingui()
  const [words, setWords] = useState('')
  const q = useDeferredValue(words.trim())
  const suggested = useRead(suggestedUsers, {})
  const found = useRead(users, { query: { q, limit: shownAtMost } }, { enabled: q !== '' })
  const listed = (q === '' ? suggested.data : found.data) ?? []
  const { fathers } = plan
  const chosen = new Set(fathers.map(({ id }) => id))
  const offered = listed.filter(({ id }) => !chosen.has(id)).slice(0, shownAtMost)
  const isFull = fathers.length >= limits.pollAsked
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1 font-bold">
        <Trans>Whom do you ask?</Trans>
      </legend>
      <p className="text-ink-2 text-sm">
        <Trans>They get a notification. You can send anybody else the link afterwards.</Trans>
      </p>
      {fathers.map(({ id, name }) => (
        <Row
          key={id}
          name={name}
          isChosen
          onChange={() => onChange({ ...plan, fathers: fathers.filter(other => other.id !== id) })}
        />
      ))}
      <SearchField
        label={t`Search for a dad`}
        clearLabel={t`Clear the search`}
        value={words}
        maxLength={limits.search}
        onChange={setWords}
        // Enter would submit the whole form.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      {offered.map(father => (
        <Row
          key={father.id}
          father={father}
          name={`${father.firstName} ${father.lastName}`}
          isChosen={false}
          disabled={isFull}
          onChange={() =>
            onChange({
              ...plan,
              fathers: [...fathers, { id: father.id, name: `${father.firstName} ${father.lastName}` }],
            })
          }
        />
      ))}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {q !== '' && found.data?.length === 0 && <Trans>No dad found with that name</Trans>}
        {isFull && <Trans>Ask at most 20 dads. You can send others the link.</Trans>}
      </p>
    </fieldset>
  )
}

type RowProps = { name: string; isChosen: boolean; father?: PublicUser; disabled?: boolean; onChange: () => void }

function Row({ name, isChosen, father, disabled, onChange }: RowProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-picked"
        checked={isChosen}
        disabled={disabled}
        onChange={onChange}
      />
      {father && <Avatar userId={father.id} name={name} src={pictureAddress(father.profileImage)} />}
      <span className="min-w-0 break-words">
        {name}
        {father?.city && <span className="block text-ink-2 text-sm">{father.city}</span>}
      </span>
    </label>
  )
}
