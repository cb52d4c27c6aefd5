import { Trans, useLingui } from '@lingui/react/macro'
import { type Chat, oneChat } from '@papadag/contract/chat'
import { useRead } from '../../../platform/data/data.ts'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { HeaderLink } from '../pane-header.tsx'
import { CircleSign } from './circle-sign.tsx'
import { GroupPane, type GroupProps } from './group-pane.tsx'

type Props = GroupProps & { circleId: number }

/** The chat of a circle. */
export function CirclePane({ chat: known, circleId, ...group }: Props) {
  const { t } = useLingui()
  const read = useRead(oneChat, { params: { id: known.id } })
  const chat: Chat = read.data ?? known
  const name = chat.title ?? ''
  return (
    <GroupPane
      {...group}
      chat={chat}
      isGone={read.error?.status === 404}
      sign={<CircleSign size={40} />}
      link={<HeaderLink to={pathTo('circles', { id: circleId })} icon="users" label={t`View the circle ${name}`} />}
      everybody={t`everybody in the circle`}
      closed={<Trans>You are the only one here. You can write once somebody joins.</Trans>}
    />
  )
}
