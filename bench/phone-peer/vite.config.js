// @ts-nocheck: its packages are installed when the bench runs (start.ts).
import tailwindcss from '@tailwindcss/vite'

export default { plugins: [tailwindcss()] }
