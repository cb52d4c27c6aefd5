import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { users } from '@papadag/contract/users/users'
import { SearchField } from '@papadag/ui/fields/search-field'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { useEffect, useState } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { PartFailed } from '../../platform/data/part-failed.tsx'
import { useFocusOnNew, useGrowing, useWanted } from '../../platform/lists/growing-list.ts'
import { LongList } from '../../platform/lists/long-list.tsx'
import { MoreButton } from '../../platform/lists/more-button.tsx'
import { Link } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { CircleSign } from './thread/circle-sign.tsx'
import { nameOf, useOpenChat } from './use-chats.ts'

const step = 50
const typingPauseMs = 250

/** Chooses a father among all other users, with a search field. */
export function NewChatDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { openChat, isOpening } = useOpenChat(onClose)
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t`Close`} title={t`Who do you want to talk to?`}>
      <Link
        to={pathTo('circles')}
        className="-mx-3 mb-2 flex min-h-14 items-center gap-3 rounded-[6px_18px_18px] px-3 py-2 hover:bg-sunken"
      >
        <CircleSign size={40} />
        <span className="min-w-0 flex-1">
          <b className="block font-[650]">
            <Trans>Make a circle</Trans>
          </b>
          <span className="block text-ink-2 text-sm">
            <Trans>The same dads in one lasting chat</Trans>
          </span>
        </span>
        <Icon name="chev" size={18} />
      </Link>
      <SearchField
        label={t`Search by name or city`}
        clearLabel={t`Clear search`}
        value={typed}
        onChange={setTyped}
        maxLength={limits.search}
        autoComplete="off"
      />
      <People words={useSettled(typed.trim())} isOpening={isOpening} onChoose={openChat} />
    </Dialog>
  )
}

/** The text once typing stops. */
function useSettled(words: string) {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), words === '' ? 0 : typingPauseMs)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

type Props = { words: string; isOpening: boolean; onChoose: (userId: number) => void }

function People({ words, isOpening, onChoose }: Props) {
  const { t } = useLingui()
  const wanted = useWanted(words, step)
  const { count } = wanted
  const read = useRead(users, { query: { ...(words && { q: words }), limit: count + 1 } })
  const found = useGrowing(read, { wanted, next: count + step, most: limits.listItems - 1, kind: 'people' })
  const { items: people, hasFailed } = found
  const { list, showMore } = useFocusOnNew(people?.length ?? 0, found.more)
  if (hasFailed) {
    return (
      <PartFailed className="py-6 text-center" onRetry={() => void read.refetch()}>
        <Trans>The dads could not be loaded.</Trans>
      </PartFailed>
    )
  }
  return (
    <div className="min-h-72">
      <p role="status" className={people?.length === 0 ? 'py-6 text-center text-ink-2' : 'sr-only'}>
        {people?.length === 0 && t`Nobody found.`}
      </p>
      {people && people.length > 0 && (
        <LongList items={people} list={list} className="-mx-3 mt-1.5 long-list-17">
          {person => (
            <button
              type="button"
              disabled={isOpening}
              onClick={() => onChoose(person.id)}
              className="flex min-h-17 w-full items-center gap-3 rounded-[6px_18px_18px] px-3 py-2 text-left hover:bg-sunken"
            >
              <Avatar userId={person.id} name={nameOf(person)} src={person.profileImage} size={52} />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-[650]">{nameOf(person)}</b>
                <span className="block truncate text-ink-2 text-sm">{person.city}</span>
              </span>
              <Icon name="chev" size={18} />
            </button>
          )}
        </LongList>
      )}
      {found.hasMore && (
        <MoreButton
          busy={found.isBehind}
          problem={found.hasStopped && t`The dads could not be loaded.`}
          onPress={showMore}
        >
          <Trans>More dads</Trans>
        </MoreButton>
      )}
    </div>
  )
}
