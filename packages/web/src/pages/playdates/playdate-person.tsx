import { useLingui } from '@lingui/react/macro'
import type { Participant } from '@papadag/contract/playdates/playdates'
import { IconButton } from '@papadag/ui/icon-button'
import { useOpenChat } from '../../features/chat/use-chats.ts'
import { FatherOptions } from '../../features/users/fathers/father-options.tsx'

/** Actions on another participant: message, report or block him. */
export function ToPerson({ person, onBlocked }: { person: Participant; onBlocked: () => void }) {
  const { t } = useLingui()
  const { firstName } = person
  const { openChat, isOpening } = useOpenChat()
  return (
    <>
      <IconButton
        icon="chat"
        aria-label={t`Send ${firstName} a message`}
        disabled={isOpening}
        onClick={() => openChat(person.id)}
      />
      <FatherOptions father={person} onBlocked={onBlocked} />
    </>
  )
}
