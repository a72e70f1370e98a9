// Draws scenes on a canvas: with WebGL2 at any size, or else as the reference picture, which is small. The numbers of a scene are
// those of Sources/Light/Picture/Scene.swift, and the shader does with them what Renderer.swift there does.

const VERTEX = `#version 300 es
in vec2 corner;
out vec2 place;
void main() {
  place = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

// Light as the eye mixes it (OKLab), red, green and blue in amounts of light, and four layers.
const SCENE = `#version 300 es
precision highp float;
precision highp int;
uniform vec4 scene[26];
uniform float pixel; // as a share of the picture's height
uniform sampler2D before; // the last picture
uniform float through; // how much of the new light may come through
uniform mat3 primaries; // what the screen's red, green and blue make of three cones' light
in vec2 place;
out vec4 colour;

vec3 light(vec3 lab) {
  vec3 root = vec3(
    lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
    lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
    lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
  vec3 lms = root * root * root;
  return clamp(primaries * lms, 0.0, 1.0);
}

float ellipse(vec2 at, vec2 halves, float edge) {
  float least = min(halves.x, halves.y);
  vec2 uv = at / halves;
  float level = length(uv);
  float slope = length(uv / halves);
  if (slope <= 0.0) return -least;
  return mix(level * (level - 1.0) / slope, (level - 1.0) * least, min(edge / least, 1.0));
}

float outside(int mask, vec2 at, vec2 halves, float edge) {
  if (mask == 0) {
    vec2 over = abs(at) - halves;
    return length(max(over, 0.0)) + min(max(over.x, over.y), 0.0);
  }
  if (mask == 1) return ellipse(at, halves, edge);
  if (mask == 2) return at.x;
  float band = min(halves.x, halves.y) / 4.0;
  return abs(ellipse(at, halves, edge) + band) - band;
}

vec3 blend(int how, vec3 below, vec3 own, float alpha) {
  if (how == 0) return below + (own - below) * alpha;
  if (how == 1) return below + own * alpha;
  if (how == 2) return below * (1.0 + (own - 1.0) * alpha);
  if (how == 3) return 1.0 - (1.0 - min(below, 1.0)) * (1.0 - own * alpha);
  return below + (abs(below - own) - below) * alpha;
}

void main() {
  vec4 ground = scene[0];
  float aspect = scene[1].x;
  int count = int(scene[1].y);
  vec3 sum = light(ground.xyz);
  vec2 here = vec2(place.x * aspect, 1.0 - place.y);
  for (int layer = 0; layer < 4; layer++) {
    if (layer >= count) break;
    vec4 kind = scene[2 + layer * 6];
    vec4 box = scene[3 + layer * 6];
    vec4 turns = scene[4 + layer * 6];
    vec4 one = scene[5 + layer * 6];
    vec4 other = scene[6 + layer * 6];
    vec4 ramp = scene[7 + layer * 6];
    vec2 away = here - box.xy;
    vec2 at = vec2(away.x * turns.x + away.y * turns.y, away.y * turns.x - away.x * turns.y);
    if (kind.z > 1.0) {
      float wedge = 1.0 / kind.z;
      float turn = atan(at.y, at.x) / 6.283185307179586 / wedge;
      float angle = abs(turn - floor(turn + 0.5)) * wedge * 6.283185307179586;
      at = length(at) * vec2(cos(angle), sin(angle));
    }
    float edge = max(kind.w, pixel);
    float cover = clamp(0.5 - outside(int(kind.x), at, box.zw, edge) / edge, 0.0, 1.0);
    if (cover <= 0.0) continue;
    vec2 uv = at / box.zw;
    float along = (uv.x * turns.z + uv.y * turns.w) / 2.0 + 0.5;
    float steep = max(ramp.y, pixel / min(box.z, box.w) / 2.0);
    float part = clamp((along - ramp.x) / steep + 0.5, 0.0, 1.0);
    part = part * part * (3.0 - 2.0 * part);
    float alpha = (one.w + (other.w - one.w) * part) * cover;
    sum = blend(int(kind.y), sum, light(mix(one.xyz, other.xyz, part)), alpha);
  }
  sum = clamp(sum, 0.0, 1.0) * ground.w;
  if (through < 1.0) sum = mix(texture(before, place).rgb, sum, through);
  colour = vec4(sum, 1.0);
}`;

// Places the picture on the screen and turns amounts of light into the screen's steps; a fixed pattern hides
// their edges.
const SCREEN = `#version 300 es
precision highp float;
uniform sampler2D before;
uniform float pattern[16];
uniform mat3 frame;
in vec2 place;
out vec4 colour;

void main() {
  vec3 there = frame * vec3(place, 1.0);
  vec2 from = there.xy / there.z;
  vec2 inside = min(from, 1.0 - from) / fwidth(from) + 0.5;
  float cover = there.z > 0.0 ? clamp(min(inside.x, inside.y), 0.0, 1.0) : 0.0;
  vec3 light = texture(before, from).rgb * cover;
  vec3 curve = mix(12.92 * light, 1.055 * pow(max(light, 0.0031308), vec3(1.0 / 2.4)) - 0.055,
    step(0.0031308, light));
  ivec2 at = ivec2(gl_FragCoord.xy) & 3;
  colour = vec4(floor(curve * 255.0 + (pattern[(3 - at.y) * 4 + at.x] + 0.5) / 16.0) / 255.0, 1.0);
}`;

const PRIMARIES = {
  "srgb": [
    4.0767416621, -1.2684380046, -0.0041960863, -3.3077115913, 2.6097574011, -0.7034186147,
    0.2309699292, -0.3413193965, 1.7076147010,
  ],
  "display-p3": [
    3.1277689871, -1.0910090476, -0.0260108131, -2.2571357961, 2.4133317584, -0.5080413257,
    0.1293668090, -0.3223227108, 1.5340521389,
  ],
};

const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

const shader = (gl, kind, text) => {
  const made = gl.createShader(kind);
  gl.shaderSource(made, text);
  gl.compileShader(made);
  return made;
};

const programOf = (gl, fragment) => {
  const made = gl.createProgram();
  gl.attachShader(made, shader(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(made, shader(gl, gl.FRAGMENT_SHADER, fragment));
  gl.bindAttribLocation(made, 0, "corner");
  gl.linkProgram(made);
  return made;
};

// Called once they are needed: each answer waits for its program.
const requireLinked = (gl, made) => {
  if (gl.getProgramParameter(made, gl.LINK_STATUS) || gl.isContextLost()) return;
  throw new Error(gl.getProgramInfoLog(made) || "a shader was refused");
};

const textureOf = (gl) => {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return made;
};

// Begins with what takes longest: the card compiles while the instrument starts.
const programsOf = (gl) => {
  const programs = [SCENE, SCREEN].map((text) => programOf(gl, text));
  gl.flush();
  return programs;
};

// Everything in a context; after a loss all of it is created again.
const equip = (gl, [scene, screen]) => {
  for (const made of [scene, screen]) requireLinked(gl, made);
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  const places = Object.fromEntries(["scene", "pixel", "before", "through"].map((name) =>
    [name, gl.getUniformLocation(scene, name)]));
  gl.useProgram(scene);
  gl.uniformMatrix3fv(gl.getUniformLocation(scene, "primaries"), false, PRIMARIES[gl.drawingBufferColorSpace ?? "srgb"]);
  gl.useProgram(screen);
  gl.uniform1i(gl.getUniformLocation(screen, "before"), 0);
  gl.uniform1fv(gl.getUniformLocation(screen, "pattern"), PATTERN);
  const sides = [0, 1].map(() => ({ texture: textureOf(gl), frame: gl.createFramebuffer(), width: 0, height: 0 }));
  const frame = gl.getUniformLocation(screen, "frame");
  return { scene, screen, places, frame, sides };
};

const fit = (gl, side, width, height) => {
  if (side.width === width && side.height === height) return;
  Object.assign(side, { width, height });
  gl.bindTexture(gl.TEXTURE_2D, side.texture);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, side.frame);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, side.texture, 0);
};

const withShaders = (canvas, gl) => {
  let programs = programsOf(gl);
  let tools = null; // once something is drawn
  canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
  return {
    name: "WebGL2",
    isWide: gl.drawingBufferColorSpace === "display-p3",
    get isLost() {
      return gl.isContextLost();
    },
    // Calls `again` once everything lost is restored.
    whenBack(again) {
      canvas.addEventListener("webglcontextrestored", () => {
        gl.getExtension("EXT_color_buffer_float");
        programs = programsOf(gl);
        tools = null;
        again();
      });
    },
    // Draws a scene's numbers, mixed into the last picture if less than all may come through, at a share of the canvas's size;
    // `frame` says where on the screen.
    draw(numbers, through, frame, scale) {
      tools ??= equip(gl, programs);
      const [width, height] = [canvas.width, canvas.height].map((size) => Math.max(1, Math.round(size * scale)));
      const [before, next] = tools.sides;
      fit(gl, next, width, height);
      if (!before.width) fit(gl, before, 1, 1);
      gl.viewport(0, 0, width, height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, next.frame);
      gl.useProgram(tools.scene);
      gl.uniform4fv(tools.places.scene, numbers);
      gl.uniform1f(tools.places.pixel, 1 / height);
      gl.uniform1f(tools.places.through, through);
      gl.uniform1i(tools.places.before, 0);
      gl.bindTexture(gl.TEXTURE_2D, before.texture);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.useProgram(tools.screen);
      gl.uniformMatrix3fv(tools.frame, false, frame);
      gl.bindTexture(gl.TEXTURE_2D, next.texture);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      tools.sides.reverse();
    },
  };
};

// What draws on a canvas, with wide-gamut colours if the screen has them. Without WebGL2 it uses the reference picture, and the page is told.
export const painterOf = (canvas, isWide) => {
  const gl = canvas.getContext("webgl2", {
    alpha: false, depth: false, stencil: false, antialias: false, powerPreference: "high-performance",
  });
  if (gl?.getExtension("EXT_color_buffer_float")) {
    if (isWide && "drawingBufferColorSpace" in gl) gl.drawingBufferColorSpace = "display-p3";
    return withShaders(canvas, gl);
  }
  const context = canvas.getContext("2d", { alpha: false });
  return {
    name: "plain",
    drawPixels(pixels, width, height) {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      context.putImageData(new ImageData(pixels, width, height), 0, 0);
    },
  };
};
