import { Trans, useLingui } from '@lingui/react/macro'
import { oneChat, threadOf } from '@papadag/contract/chat'
import { useRead } from '../../../platform/data/data.ts'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { HeaderLink } from '../pane-header.tsx'
import { GroupPane, type GroupProps } from './group-pane.tsx'
import { ThreadSign } from './thread-sign.tsx'

/** The group chat of a playdate, or of a series. */
export function ThreadPane({ chat: known, ...group }: GroupProps) {
  const { t } = useLingui()
  const { playdateId } = known
  // Watches everything that changes the playdate, which the list of chats does not.
  const ofPlaydate = useRead(threadOf, { params: { id: playdateId ?? 0 } }, { enabled: playdateId !== null })
  // A series may have no date ahead.
  const itself = useRead(oneChat, { params: { id: known.id } }, { enabled: playdateId === null })
  const read = playdateId === null ? itself : ofPlaydate
  const chat = read.data ?? known
  const title = chat.title ?? ''
  return (
    <GroupPane
      {...group}
      chat={chat}
      isGone={read.error?.status === 404}
      sign={<ThreadSign startTime={chat.startTime} size={40} />}
      link={
        playdateId !== null && (
          <HeaderLink
            to={pathTo('playdates', {}, { open: String(playdateId) })}
            icon="calendar"
            label={t`View the playdate ${title}`}
          />
        )
      }
      everybody={t`everybody who is coming`}
      closed={
        chat.participants.length < 2 ? (
          <Trans>Nobody else is on this playdate now. You can write again once somebody joins.</Trans>
        ) : (
          <Trans>This group chat is closed. You cannot send messages here any more.</Trans>
        )
      }
    />
  )
}
