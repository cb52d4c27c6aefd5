/** The look of a link in running text: bold, with a yellow underline, 44 px high. */
export const textLinkClass =
  'inline-flex min-h-11 items-center gap-1 font-bold underline decoration-do decoration-2 underline-offset-4'

/** The same within a sentence, with the same target height but without spreading the lines. */
export const inlineLinkClass = `${textLinkClass} -my-2.5`
