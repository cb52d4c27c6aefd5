import { Trans, useLingui } from '@lingui/react/macro'
import { oneUser, type PublicUser } from '@papadag/contract/users/users'
import { Button, buttonClass } from '@papadag/ui/button'
import { Icon } from '@papadag/ui/pictures/icon'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, Suspense } from 'react'
import { useRead } from '../../../platform/data/data.ts'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { Link } from '../../../platform/navigation/navigation.tsx'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { laterInside } from '../../../platform/screen/when-near.tsx'
import { FatherOptions } from './father-options.tsx'
import { FavoriteSpots } from './favorite-spots.tsx'
import { ProfileCard, ProfileCardSkeleton } from './profile-card.tsx'
import { SharedWith } from './shared-with.tsx'

// Only whoever has met him once is asked.
const KnownByMe = laterInside(async () => (await import('./known-by-me.tsx')).KnownByMe)

type Props = {
  id: number
  /** The link to the chat with him. */
  chat: (father: PublicUser) => ReactNode
}

/** Another father's profile, as he shows it. */
export function FatherProfile({ id, chat }: Props) {
  const { t } = useLingui()
  const { data: father, error, refetch } = useRead(oneUser, { params: { id } })
  const home = (
    <Link to={pathTo('home')} className={buttonClass({ variant: 'do' })}>
      <Trans>Back to Home</Trans>
    </Link>
  )
  // A profile that fails to refresh stays on the screen, unless he is gone.
  if (error && !father && error.code !== 'user.unknown') {
    return (
      <ReadFailed
        error={error}
        heading="h1"
        title={t`Profile`}
        onRetry={() => void refetch()}
        action={
          <Link to={pathTo('home')} className={buttonClass()}>
            <Trans>Back to Home</Trans>
          </Link>
        }
      >
        <Trans>The user profile could not be loaded. Please try again later.</Trans>
      </ReadFailed>
    )
  }
  if (error?.code === 'user.unknown') {
    return (
      <EmptyState illustration="noFathers" heading="h1" title={t`User not found`} action={home}>
        <Trans>Nobody lives at this address, or not any more.</Trans>
      </EmptyState>
    )
  }
  if (!father) return <ProfileCardSkeleton weather="rain" label={t`Loading...`} />
  const { favoriteLocations, phoneNumber, firstName, isKnown } = father
  return (
    <>
      <ProfileCard
        weather="rain"
        father={father}
        actions={
          <>
            {chat(father)}
            <FatherOptions father={father} />
          </>
        }
      >
        {phoneNumber && (
          <a href={`tel:${phoneNumber.replace(/[^\d+]/g, '')}`} className={`mt-2 ${textLinkClass}`}>
            <Icon name="phone" size={18} />
            {phoneNumber}
          </a>
        )}
        {isKnown && (
          <div className="mt-3 min-h-18">
            <Suspense>
              <KnownByMe userId={id} firstName={firstName} />
            </Suspense>
          </div>
        )}
      </ProfileCard>
      <SharedWith father={father}>
        {favoriteLocations.length > 0 && (
          <section aria-labelledby="spots" className="mt-7">
            <h2 id="spots" className="mb-2.5">
              <Trans>Where you can meet him</Trans>
            </h2>
            <FavoriteSpots spots={favoriteLocations} />
          </section>
        )}
      </SharedWith>
    </>
  )
}

type ChatButtonProps = {
  /** The existing chat with him, or undefined. */
  chatId: number | undefined
  onStart: () => void
  isStarting: boolean
}

/** Opens the existing chat, or starts one. */
export function ChatButton({ chatId, onStart, isStarting }: ChatButtonProps) {
  if (chatId !== undefined) {
    return (
      <Link to={pathTo('chat', { id: chatId })} className={buttonClass({ variant: 'do', className: 'phone:flex-1' })}>
        <Icon name="chat" size={18} />
        <Trans>Go to Chat</Trans>
      </Link>
    )
  }
  return (
    <Button variant="do" icon="chat" className="phone:flex-1" busy={isStarting} onClick={onStart}>
      <Trans>Start Chat</Trans>
    </Button>
  )
}
