import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { placeReviews, type Review, removeReview } from '@papadag/contract/places/place-reviews'
import type { Place } from '@papadag/contract/places/places'
import { Button } from '@papadag/ui/button'
import { ConfirmDialog } from '@papadag/ui/layers/dialog'
import { Avatar } from '@papadag/ui/pictures/avatar'
import { Icon } from '@papadag/ui/pictures/icon'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useRef, useState } from 'react'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { useGrowing, useWanted } from '../../../platform/lists/growing-list.ts'
import { MoreButton } from '../../../platform/lists/more-button.tsx'
import { pictureAddress } from '../../../platform/pictures/picture-address.ts'
import { Rating } from '../place-facts.tsx'
import { ReviewForm } from './review-form.tsx'
import { useDay } from './use-day.ts'

const step = 5

/** The reviews of a place, and the user's own. */
export function PlaceReviews({ place }: { place: Place }) {
  const { t } = useLingui()
  const { id } = place
  const [isWriting, setIsWriting] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useWanted(String(id), step)
  const { count } = wanted
  const read = useRead(placeReviews, { params: { id }, query: { limit: count + 1 } })
  const found = useGrowing(read, { wanted, next: count + 4 * step, most: limits.listItems - 1, kind: String(id) })
  const { items: reviews } = found
  const mine = reviews?.find(({ isMine }) => isMine)
  // The focused button or form disappears.
  const stopWriting = () => {
    setIsWriting(false)
    heading.current?.focus()
  }
  return (
    <section>
      <h3 ref={heading} tabIndex={-1} className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <Trans>Reviews</Trans>
        <span className="font-[450] font-sans text-sm tracking-normal">
          <Rating place={place} />
        </span>
      </h3>
      {isWriting ? (
        <ReviewForm placeId={id} mine={mine} onDone={stopWriting} onCancel={stopWriting} />
      ) : (
        reviews &&
        !mine && (
          <Button variant="soft" size={44} icon="star" onClick={() => setIsWriting(true)}>
            <Trans>Write a review</Trans>
          </Button>
        )
      )}
      {reviews ? (
        <ul className="mt-3 grid gap-4">
          {reviews.map(review => (
            <li key={review.id}>
              {!(isWriting && review.isMine) && <ReviewItem review={review} />}
              {review.isMine && !isWriting && (
                <OwnActions onEdit={() => setIsWriting(true)} onRemove={() => setIsAsking(true)} />
              )}
            </li>
          ))}
        </ul>
      ) : found.hasFailed ? (
        <Failed onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonGroup label={t`Loading...`} className="grid gap-2.5">
          <Skeleton />
          <Skeleton />
        </SkeletonGroup>
      )}
      {found.hasMore && (
        <MoreButton
          busy={found.isBehind}
          problem={found.hasStopped && t`The reviews could not be loaded.`}
          onPress={found.more}
        >
          <Trans>More reviews</Trans>
        </MoreButton>
      )}
      <RemoveDialog placeId={id} open={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  )
}

function OwnActions({ onEdit, onRemove }: { onEdit: () => void; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <span className="flex gap-1">
      <Button variant="ghost" size={44} icon="edit" aria-label={t`Edit review`} onClick={onEdit}>
        <Trans>Edit</Trans>
      </Button>
      <Button variant="ghost" size={44} icon="trash" aria-label={t`Remove review`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </span>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="mb-2">
        <Trans>The reviews could not be loaded.</Trans>
      </p>
      <Button size={44} icon="refresh" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

function RemoveDialog({ placeId, open, onClose }: { placeId: number; open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const remove = useWrite(removeReview, {
    done: { title: msg`Review removed`, icon: 'trash' },
    failed: msg`Your review could not be removed.`,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      tone="danger"
      title={t`Remove your review?`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Remove`}
      busyLabel={t`Deleting...`}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate({ params: { id: placeId } })}
    >
      <Trans>Your stars and your text will be removed.</Trans>
    </ConfirmDialog>
  )
}

function ReviewItem({ review }: { review: Review }) {
  const { t } = useLingui()
  const { author, rating, text, updatedAt } = review
  const { firstName, lastName, profileImage } = author
  const day = useDay(updatedAt)
  return (
    <div className="flex gap-3">
      <Avatar userId={author.id} name={`${firstName} ${lastName}`} src={pictureAddress(profileImage)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-[650]">{review.isMine ? <Trans>You</Trans> : `${firstName} ${lastName}`}</span>
          <span className="text-ink-2 text-sm">{day}</span>
        </p>
        <p role="img" aria-label={t`${rating} out of 5 stars`} className="flex">
          {[1, 2, 3, 4, 5].map(star => (
            <Icon
              key={star}
              name="star"
              size={16}
              className={star <= rating ? 'fill-[#ffc62e] stroke-do-edge' : 'stroke-line-2'}
            />
          ))}
        </p>
        {text && <p className="whitespace-pre-line break-words">{text}</p>}
      </div>
    </div>
  )
}
