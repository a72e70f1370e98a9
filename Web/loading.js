// Shows how much of the program has come when it is loaded for the first time. Afterwards a service worker has it, and it
// is read from the device.

const MEGABYTE = 1_000_000;
// Of all parts of the program that are on their way.
let size = 0;
let total = 0;
let count = 0;

// Returns the same answer and counts its bytes. They are counted unpacked, against the size that the build has written into
// the page; the bar shows the same share of the compressed size.
export const counted = (answer, partSize) => {
  const bar = document.querySelector(".opening progress");
  // The browser keeps compiled code only with the device's own copy, so that is not touched.
  if (navigator.serviceWorker?.controller || !bar || !Number(partSize) || !answer.ok || !answer.body) return answer;
  size += Number(partSize);
  total += Number(answer.headers.get("content-length")) || Number(partSize);
  const show = () => {
    const share = Math.min(count / size, 1);
    const words = `${(share * total / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB`;
    bar.value = share;
    bar.setAttribute("aria-valuetext", words);
    bar.nextElementSibling.textContent = words;
  };
  show();
  bar.hidden = false;
  const body = answer.body.pipeThrough(new TransformStream({
    transform(bytes, next) {
      count += bytes.length;
      show();
      next.enqueue(bytes);
    },
  }));
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
};
