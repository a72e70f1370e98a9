#!/usr/bin/env bash
# Draws the PNG icons from Web/icons/icon.svg; run it after changing the drawing.
# Needs rsvg-convert (Debian: librsvg2-bin).
set -euo pipefail
cd "$(dirname "$0")/../Web/icons"

for size in 180 192 512; do
  rsvg-convert --width "$size" --height "$size" icon.svg --output "icon-$size.png"
done

# A maskable icon may be cropped to a circle: square corners, and the drawing within the middle 80 %.
sed -e 's/ rx="112"//' -e 's|<path d="M84|<g transform="translate(51 46) scale(.8)">&|' \
  -e 's|</svg>|</g></svg>|' icon.svg |
  rsvg-convert --width 512 --height 512 --output icon-maskable-512.png
