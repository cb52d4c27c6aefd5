import { Trans, useLingui } from '@lingui/react/macro'
import { ownProfile, type User } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { FeatureTag } from '@papadag/ui/feature-tag'
import { type Ref, useId } from 'react'
import { fullName, Portrait } from '../../../domain/people/father-facts.tsx'
import { useRead } from '../../../platform/data/data.ts'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { ProfileCard, ProfileCardSkeleton } from '../fathers/profile-card.tsx'
import { PictureButton, pictureHint } from './picture-button.tsx'

/** The user's own profile, or its loading or error state. */
export function useOwnProfile() {
  const { t } = useLingui()
  const { data: user, error, refetch } = useRead(ownProfile, {})
  const instead = error ? (
    <ReadFailed error={error} heading="h1" title={t`Profile`} onRetry={() => void refetch()}>
      <Trans>The user profile could not be loaded. Please try again later.</Trans>
    </ReadFailed>
  ) : (
    <ProfileCardSkeleton weather="sun" label={t`Loading...`} />
  )
  return { user, instead }
}

type Props = {
  user: User
  onEdit: () => void
  editButton: Ref<HTMLButtonElement>
  /** Whether it is a line, since he has come for what is below it. */
  isLine: boolean
}

/** The user's own profile. */
export function OwnProfile({ user, onEdit, editButton, isLine }: Props) {
  const spots = useId()
  const edit = (
    <Button ref={editButton} size={44} icon="edit" className={isLine ? '' : 'phone:flex-1'} onClick={onEdit}>
      <Trans>Edit</Trans>
    </Button>
  )
  if (isLine) {
    return (
      <div className="flex items-center gap-3">
        <Portrait of={user} size={52} />
        <h1 className="min-w-0 flex-1 break-words text-2xl">{fullName(user)}</h1>
        {edit}
      </div>
    )
  }
  return (
    <ProfileCard
      weather="sun"
      father={user}
      onPicture={
        <>
          <PictureButton isSmall />
          <span id={pictureHint} className="sr-only">
            <Trans>JPEG, PNG or GIF, max. 8 MB</Trans>
          </span>
        </>
      }
      actions={edit}
    >
      {user.favoriteLocations.length > 0 && (
        <div className="mt-3">
          <h2 id={spots} className="sr-only">
            <Trans>Where others can meet you</Trans>
          </h2>
          <ul className="flex flex-wrap gap-1.5">
            {user.favoriteLocations.map(spot => (
              <li key={spot} className="min-w-0">
                <FeatureTag icon="pin">
                  <span className="min-w-0 break-words">{spot}</span>
                </FeatureTag>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ProfileCard>
  )
}
