# The program in an image of Debian slim: docker build -t barricade . &&
# docker run --rm -v "$PWD:/work" barricade repair kernel.cu
FROM debian:bookworm-slim AS build
WORKDIR /source
COPY . .
RUN ./scripts/setup \
 && apt-get install -y --no-install-recommends dpkg-dev file git \
 && ./scripts/package

FROM debian:bookworm-slim
COPY --from=build /source/build/release/barricade.deb /tmp/
RUN apt-get update \
 && apt-get install -y --no-install-recommends /tmp/barricade.deb \
 && rm -rf /tmp/barricade.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["barricade"]
