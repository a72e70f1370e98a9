// Pictures: shrunk for storage, and shown from this device or else from the server.

import { fileOf, hand } from "./takes.js";

const longest = 2_048; // dots
const largest = 400_000; // bytes
const qualities = [0.86, 0.76, 0.64, 0.5];

// A JPEG has no transparency, and redrawing drops a camera's metadata, such as the location.
const draw = (picture, width, height) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
};

const shrink = async (file) => {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  for (let side = longest; ; side *= 0.8) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((dots) => Math.max(1, Math.round(dots * scale)));
    const canvas = draw(picture, width, height);
    for (const quality of qualities) {
      const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
      if (blob.size > largest) continue;
      picture.close();
      return [width, height, new Uint8Array(await blob.arrayBuffer())];
    }
  }
};

// The text has the space, the file and the server's address for it, if it has one.
const show = async (image, text) => {
  const [space, name, remote] = text.split(" ");
  const file = await fileOf(space, name).catch(() => null); // it may be on another device, or missing
  if (image.dataset.picture !== text) return;
  const address = file ? URL.createObjectURL(file) : remote;
  image.onload = image.onerror = () => URL.revokeObjectURL(address);
  if (address) image.src = address;
  else image.removeAttribute("src");
};

export const pictures = (page) => {
  page.attend("data-picture", show);
  return {
    async makePicture(number, token) {
      try {
        page.answer(number, ...(await shrink(page.file(token))));
      } catch {
        page.answer(number, 0, 0, new Uint8Array());
      }
    },
    async sharePicture(number, address, size, width, height) {
      const [svg, name] = page.unpack(address, size, "tt");
      try {
        const drawing = Object.assign(new Image(), { src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
        await drawing.decode();
        const canvas = draw(drawing, width, height);
        const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
        await hand(blob, name, "image/png", true);
        page.answer(number, true);
      } catch {
        page.answer(number, false);
      }
    },
  };
};
