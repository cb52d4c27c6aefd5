import { Trans, useLingui } from '@lingui/react/macro'
import { threadOf } from '@papadag/contract/chat'
import { useRead } from '../../../platform/data/data.ts'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { HeaderLink } from '../pane-header.tsx'
import { GroupPane, type GroupProps } from './group-pane.tsx'
import { ThreadSign } from './thread-sign.tsx'

type Props = GroupProps & { playdateId: number }

/** The group chat of a playdate. */
export function ThreadPane({ chat: known, playdateId, ...group }: Props) {
  const { t } = useLingui()
  // Watches everything that changes the playdate, which the list of chats does not.
  const read = useRead(threadOf, { params: { id: playdateId } })
  const chat = read.data ?? known
  const title = chat.title ?? ''
  return (
    <GroupPane
      {...group}
      chat={chat}
      isGone={read.error?.status === 404}
      sign={<ThreadSign startTime={chat.startTime} size={40} />}
      link={
        <HeaderLink
          to={pathTo('playdates', {}, { open: String(playdateId) })}
          icon="calendar"
          label={t`View the playdate ${title}`}
        />
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
