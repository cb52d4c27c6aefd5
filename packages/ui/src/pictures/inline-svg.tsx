/** Inlines a drawing in the page, for art that uses theme colours or must not load late. */
export function InlineSvg({ source, className }: { source: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the source is a file of this repository, imported with ?raw
  return <span aria-hidden className={className} dangerouslySetInnerHTML={{ __html: source }} />
}
