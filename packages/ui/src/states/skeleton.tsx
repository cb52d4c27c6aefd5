import type { ReactNode } from 'react'
import { cardClass } from '../card.tsx'
import { classNames } from '../class-names.ts'

/** Placeholders in the shape of what is loading, announced once. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" aria-busy className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** A shimmering piece, sized by class names. */
export function Skeleton({ className = 'h-3.5' }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block', className)} />
}

/** A placeholder for a card with a calendar leaf. */
export function LeafCardSkeleton() {
  return (
    <div aria-hidden className={classNames(cardClass, 'p-4')}>
      <div className="flex gap-3.5">
        <Skeleton className="h-19 w-[62px] shrink-0 rounded-[10px]" />
        <div className="grid flex-1 content-start gap-2.5 pt-1">
          <Skeleton className="h-[18px] w-4/5" />
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      </div>
      <div className="mt-3.5 flex items-center justify-between border-line border-t-2 border-dashed pt-3">
        <Skeleton className="h-9 w-24 rounded-full" />
        <Skeleton className="h-11 w-28 rounded-xl" />
      </div>
    </div>
  )
}

/** A placeholder for a card with a picture on top, or before the text if there is room. */
export function PictureCardSkeleton() {
  return (
    <div aria-hidden className="@container">
      <div className={classNames(cardClass, 'flex @min-[33rem]:flex-row flex-col overflow-hidden')}>
        <Skeleton className="@min-[33rem]:aspect-auto aspect-[16/9.6] @min-[33rem]:min-h-48 @min-[33rem]:w-[44%] shrink-0 rounded-none" />
        <div className="grid flex-1 content-start gap-2.5 px-3.5 pt-3.5 pb-4">
          <Skeleton className="h-[18px] w-3/4" />
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-3.5 w-full" />
        </div>
      </div>
    </div>
  )
}
