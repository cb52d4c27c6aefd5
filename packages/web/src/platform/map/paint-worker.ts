import { createPainter, type PaintAsked } from './painter.ts'

const paint = createPainter(painted => postMessage(painted, { transfer: painted.picture ? [painted.picture] : [] }))

addEventListener('message', ({ data }: MessageEvent<PaintAsked>) => void paint(data))
